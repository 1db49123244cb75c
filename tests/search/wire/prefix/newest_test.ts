import "../../_many_lives.ts";
import "../../../slow/wire/prefix/newest_test.ts";
