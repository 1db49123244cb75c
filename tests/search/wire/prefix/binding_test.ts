import "../../_many_lives.ts";
import "../../../slow/wire/prefix/binding_test.ts";
