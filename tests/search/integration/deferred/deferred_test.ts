import "../../_many_lives.ts";
import "../../../slow/integration/deferred/deferred_test.ts";
