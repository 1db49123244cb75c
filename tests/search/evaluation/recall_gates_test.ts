import "../_many_lives.ts";
import "../../slow/evaluation/recall_gates_test.ts";
