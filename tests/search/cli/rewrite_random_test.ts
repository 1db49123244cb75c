import "../_many_lives.ts";
import "../../slow/cli/rewrite_random_test.ts";
