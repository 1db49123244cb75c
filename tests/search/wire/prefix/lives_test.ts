import "../../_many_lives.ts";
import "../../../slow/wire/prefix/lives_test.ts";
