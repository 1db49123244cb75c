import "../_many_lives.ts";
import "../../slow/providers/openai/correlation_test.ts";
