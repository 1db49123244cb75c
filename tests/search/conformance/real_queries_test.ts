import "../_many_lives.ts";
import "../../slow/conformance/real_queries_test.ts";
