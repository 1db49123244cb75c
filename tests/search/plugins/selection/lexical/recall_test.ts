import "../../../_many_lives.ts";
import "../../../../slow/plugins/selection/lexical/recall_test.ts";
