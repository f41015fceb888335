import { dirname } from 'node:path'
import type { LockOptions } from '../../lib/files/file-lock.ts'
import type { JsoncEdit } from './edit-jsonc.ts'
import { writeSettings } from './write.ts'

/**
 * Changes a settings file of the person or of the project, for whoever knows only its path. Throws SettingsWriteError:
 * nothing of it was changed then.
 */
export const changeSettings =
  (configHome: string, lock: Pick<LockOptions, 'newId' | 'now'>) =>
  async (file: string, edit: JsoncEdit): Promise<void> => {
    const scope = dirname(file) === configHome ? 'user' : 'project'
    await writeSettings({ file, scope }, [edit], lock)
  }
