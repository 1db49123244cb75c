import "../../_many_lives.ts";
import "../../../slow/plugins/approvals/inbox_test.ts";
