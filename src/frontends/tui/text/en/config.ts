/** The dialog of the settings. */
export const configEn = {
  title: 'Settings',
  writesTo: {
    user: 'saved for all projects',
    project: 'saved for this project',
    local: 'saved for you, this project',
  },
  hint: 'Enter change · Del reset · Tab other file · Esc close',
  sections: {
    terminal: 'Terminal and editor',
    model: 'Model and answers',
    permissions: 'Permissions and security',
    context: 'Context and memory',
    work: 'Agents, teams and the web',
    extensions: 'Extensions',
    sessions: 'Sessions and costs',
  },
  inFile: 'in a settings file',
  more: (count: number) => `Show ${count} more that ${count === 1 ? 'is' : 'are'} changed in a settings file`,
  valueIs: (value: string) => `value: ${value}`,
  setIn: (file: string) => `set in ${file}`,
  on: 'on',
  off: 'off',
  unset: 'not set',
  default: 'default',
  defaultIs: (value: string) => `default: ${value}`,
  layers: {
    managed: 'set by your administrator',
    flag: 'from the command line',
    local: 'your settings for this project',
    project: 'project settings',
    user: 'your settings',
  },
  elsewhere: (key: string) => `Change ${key} in a settings file, or with /config ${key}=value`,
  toDefault: 'reset to default',
  emptyIsDefault: 'empty for the default',
  /** What a switch elsewhere than here changes, in words; other settings are said by name. */
  switched: {
    autoMemoryRequests: isOn =>
      `Background requests for memory are ${isOn ? 'on' : 'off'} from the next start`,
    editorMode: mode => `Vim keys are ${mode === 'vim' ? 'on' : 'off'}`,
    buddy: isOn => `The companion is ${isOn ? 'shown' : 'hidden'}`,
    shareEditorSelection: isOn => `Your editor selection is ${isOn ? 'shared' : 'not shared'}`,
    syntaxHighlightingDisabled: isOff => `Syntax colors are ${isOff ? 'off' : 'on'}`,
  } as Readonly<Record<string, (value: unknown) => string>>,
  saved: (key: string, value: string, where: string) => `${key} is ${value} (${where})`,
  removed: (key: string, where: string) => `${key} is back to its default (${where})`,
}
