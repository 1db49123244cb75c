import "../_many_lives.ts";
import "../../slow/wire/histories_test.ts";
