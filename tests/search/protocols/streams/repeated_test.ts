import "../../_many_lives.ts";
import "../../../slow/protocols/streams/repeated_test.ts";
