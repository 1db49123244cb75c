import "../_many_lives.ts";
import "../../slow/compat/older_test.ts";
