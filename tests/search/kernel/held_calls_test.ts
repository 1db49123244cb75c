import "../_many_lives.ts";
import "../../slow/kernel/held_calls/agreement_test.ts";
