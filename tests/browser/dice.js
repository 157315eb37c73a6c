// Matches whose rolls are known beforehand: they follow from the id of the match, its secret, and the plies before.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Runs SQL in the database of the site and returns what it prints. */
async function sql(site, statements) {
  const { stdout } = await promisify(execFile)('sqlite3', ['-cmd', '.timeout 20000', path.join(site.folder, 'parlour.db'), statements]);
  return stdout;
}

/**
 * Gives a match that was just created, and that nobody has opened yet, this id and a secret that consists of it. Returns its new path. The
 * same plies then lead to the same rolls each time.
 */
export async function fixDice(site, matchPath, id) {
  const created = matchPath.split('/').at(-1);
  const secret = Buffer.from(id.padEnd(32)).toString('hex');
  const renames = await sql(site, `SELECT 'UPDATE ' || tables.name || ' SET match_id = ''${id}'' WHERE match_id = ''${created}'';'
    FROM sqlite_master tables, pragma_table_info(tables.name) columns WHERE tables.type = 'table' AND columns.name = 'match_id'`);
  await sql(site, `BEGIN IMMEDIATE; ${renames} UPDATE matches SET id = '${id}' WHERE id = '${created}';
    UPDATE match_events SET body = json_set(body, '$.dice.secret', '${secret}') WHERE match_id = '${id}' AND kind = 'opened'; COMMIT`);
  return `/matches/${id}`;
}
