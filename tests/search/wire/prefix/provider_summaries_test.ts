import "../../_many_lives.ts";
import "../../../slow/wire/prefix/provider_summaries_test.ts";
