import "../../_many_lives.ts";
import "../../../slow/plugins/channels/runtimes_test.ts";
import "../../../slow/plugins/channels/limits_test.ts";
