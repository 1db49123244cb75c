import "../../_many_lives.ts";
import "../../../slow/plugins/doors/interleavings_test.ts";
