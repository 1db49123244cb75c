import "../../_many_lives.ts";
import "../../../slow/plugins/chat/tabs_test.ts";
