import "../../_many_lives.ts";
import "../../../slow/wire/prefix/binding_test.ts";
import "../../../wire/prefix/newest_test.ts";
