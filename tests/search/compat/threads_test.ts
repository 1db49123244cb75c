import "../_many_lives.ts";
import "../../slow/compat/threads_test.ts";
