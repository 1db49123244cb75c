import "../../_many_lives.ts";
import "../../../slow/chaos/seeds/memory_test.ts";
