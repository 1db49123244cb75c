import "../_many_lives.ts";
import "../../slow/cli/long_histories_test.ts";
import "../../slow/cli/rewrite_requests_test.ts";
import "../../slow/cli/verify_test.ts";
