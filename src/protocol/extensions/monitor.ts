/** A program of a plugin that goes on beside the session and is listened to. */
export interface PluginMonitor {
  readonly name: string
  /** A line for bash. */
  readonly command: string
  readonly description: string
  /** It begins with the first call of this skill of the plugin; absent: with the session. */
  readonly skill?: string
}
