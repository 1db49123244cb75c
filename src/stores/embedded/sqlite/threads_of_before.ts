// What a file has of before its last step. Objects began with all steps, so these statements are no part of a Worker.

/** The number of steps of a file that has `thread_sets`. */
export const SETS_STEP = 7;

/**
 * Behind the step that makes `thread_sets`: threads of before, by their texts, as core/thread_facets.ts writes facets. Which tools they have
 * called stands in their histories, and words of titles are found by no statement: the command treadle threads index reads those.
 */
export const ENTER_SETS = `
  UPDATE threads SET facets = (
    SELECT json_group_array(facet) FROM (
      SELECT 'user=' || substr(json_quote(json_extract(meta, '$.user')), 2, length(json_quote(json_extract(meta, '$.user'))) - 2) AS facet
        WHERE json_type(meta, '$.user') = 'text'
      UNION ALL SELECT 'agent=' || json_extract(meta, '$.agent')
        WHERE json_type(meta, '$.agent') = 'text'
      UNION ALL SELECT * FROM (
        SELECT 'metadata.' || json_quote(key) || '=' || CASE type
            WHEN 'text' THEN substr(json_quote(value), 2, length(json_quote(value)) - 2)
            WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE value END
          FROM json_each(meta, '$.metadata')
          WHERE type IN ('text', 'integer', 'real', 'true', 'false') AND length(value) <= 256 LIMIT 32)
      UNION ALL SELECT 'error=' || json_extract(state, '$.error.code')
        WHERE status = 'failed' AND json_type(state, '$.error.code') = 'text'
    )
  ) WHERE json_valid(meta) AND json_valid(state);
  INSERT OR IGNORE INTO thread_sets SELECT tenant, 'status=' || status, created_at, thread, id FROM threads
    UNION ALL SELECT tenant, 'archived=false', created_at, thread, id FROM threads;
`;
