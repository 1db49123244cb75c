import "../_many_lives.ts";
import "../../slow/runtime/held_calls/agreement_test.ts";
