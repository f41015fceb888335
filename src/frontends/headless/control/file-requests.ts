import type { RewindFilesAnswer } from '../../../protocol/control/control-message.ts'
import type { Served } from './desk.ts'

type Names = 'rewind_files' | 'read_file' | 'seed_read_state' | 'file_suggestions'

const MOST_BYTES = 1024 * 1024
const MOST_SUGGESTED = 20

/** Files of the session. */
export const fileRequests: Served<Names> = {
  async rewind_files({ desk, fields }): Promise<RewindFilesAnswer> {
    const report = await desk.run.engine.rewindFiles({
      messageUuid: fields.user_message_id,
      dryRun: fields.dry_run === true,
      force: fields.force === true,
    })
    if (!report.canRewind) return report
    const { files, kept, ...rest } = report
    return { ...rest, filesChanged: files.map(file => file.path), filesKept: kept }
  },

  async read_file({ desk, fields, signal }) {
    const maxBytes = fields.max_bytes ?? MOST_BYTES
    const found = await desk.run.engine.look('file', { path: fields.path, maxBytes }, signal)
    const data = Buffer.from(found.data)
    const truncated = found.size > data.length
    const shared = { absPath: found.path, ...(truncated && { truncated }) }
    if (fields.encoding === 'base64')
      return { contents: data.toString('base64'), ...shared, encoding: 'base64' }
    const contents = data.toString('utf8')
    return { contents, ...shared, lossy: !Buffer.from(contents, 'utf8').equals(data) }
  },

  async seed_read_state({ desk, fields }) {
    await desk.run.engine.send({ type: 'seed_read', path: fields.path, mtimeMs: fields.mtime })
    return {}
  },

  async file_suggestions({ desk, fields, signal }) {
    const paths = await desk.run.suggestFiles(fields.query, MOST_SUGGESTED, signal)
    return { suggestions: paths.map(path => ({ path })) }
  },
}
