import "../../_many_lives.ts";
import "../../../slow/chaos/seeds/sqlite_test.ts";
