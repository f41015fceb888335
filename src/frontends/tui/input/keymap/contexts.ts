/** Where keys are read. The narrower one goes first; what it does not know is asked of the next. */
export const KEY_CONTEXTS = [
  'Global',
  'Chat',
  'Autocomplete',
  'Settings',
  'Confirmation',
  'Tabs',
  'Help',
  'Transcript',
  'HistorySearch',
  'Task',
  'ThemePicker',
  'Attachments',
  'Footer',
  'MessageSelector',
  'DiffDialog',
  'ModelPicker',
  'Select',
  'Plugin',
  'Scroll',
] as const
export type KeyContext = (typeof KEY_CONTEXTS)[number]

export const isKeyContext = (name: string): name is KeyContext =>
  (KEY_CONTEXTS as readonly string[]).includes(name)
