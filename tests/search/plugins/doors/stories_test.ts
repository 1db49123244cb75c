import "../../_many_lives.ts";
import "../../../slow/plugins/doors/stories_test.ts";
