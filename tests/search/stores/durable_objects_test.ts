import "../_many_lives.ts";
import "../../slow/stores/durable_objects/chaos_test.ts";
