import "../../_many_lives.ts";
import "../../../slow/protocols/streams/any_run_test.ts";
