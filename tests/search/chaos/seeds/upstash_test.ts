import "../../_many_lives.ts";
import "../../../slow/chaos/seeds/upstash_test.ts";
