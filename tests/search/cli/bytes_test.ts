import "../_many_lives.ts";
import "../../slow/cli/bytes_test.ts";
