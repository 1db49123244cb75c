import "../../_many_lives.ts";
import "../../../slow/plugins/channels/runtimes_test.ts";
