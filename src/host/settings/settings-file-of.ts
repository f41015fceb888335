import { join } from 'node:path'
import type { PermissionDestination } from '../../protocol/permission.ts'
import { ownHome, type Profile } from '../profiles/profile.ts'

/** The file behind the destination of an update; undefined for what lasts as long as the session. */
export const settingsFileOf =
  (place: {
    readonly configHome: string
    readonly profile?: Profile | undefined
    readonly cwd: string
    readonly localDir: string
  }) =>
  (destination: PermissionDestination): string | undefined => {
    switch (destination) {
      case 'userSettings':
        return join(ownHome(place), 'settings.json')
      case 'projectSettings':
        return join(place.cwd, '.capstan', 'settings.json')
      case 'localSettings':
        return join(place.localDir, '.capstan', 'settings.local.json')
      case 'session':
      case 'cliArg':
      case 'script':
        return undefined
    }
  }
