-- Which file of a drop folder is being imported: a large one takes minutes, in which nothing else of it can be seen.

ALTER TABLE market.collector_progress
    ADD COLUMN IF NOT EXISTS file_at_work String DEFAULT '' COMMENT 'Of a folder: the file that is being imported; empty between files' AFTER item;
