import { area } from '../area.ts'

/** What the terminal says of programs it starts and files it writes. */
export const terminalText = area('terminal', {
  no_editor: {
    en: 'No editor found. Set EDITOR to the editor you want, e.g. EDITOR=nano.',
    zh: '未找到编辑器。请将 EDITOR 设为要用的编辑器，例如 EDITOR=nano。',
  },
  editor_not_found: {
    en: 'The editor ({command}) was not found. Set EDITOR to the editor you want, e.g. EDITOR=nano.',
    zh: '未找到编辑器（{command}）。请将 EDITOR 设为要用的编辑器，例如 EDITOR=nano。',
  },
  editor_not_started: {
    en: 'The editor ({command}) could not be started: {reason}.',
    zh: '无法启动编辑器（{command}）：{reason}。',
  },
  editor_killed: {
    en: 'The editor ({command}) was ended by {signal}, so your text is unchanged.',
    zh: '编辑器（{command}）被 {signal} 终止，文本未更改。',
  },
  editor_failed: {
    en: 'The editor ({command}) ended with code {code:number}, so your text is unchanged.',
    zh: '编辑器（{command}）以退出码 {code} 结束，文本未更改。',
  },
  text_not_passed: {
    en: "Couldn't pass the text to the editor: {reason}.",
    zh: '无法把文本交给编辑器：{reason}。',
  },
  text_too_long: {
    en: 'The text is too long (more than {size:number} MiB); it is unchanged.',
    zh: '文本过长（超过 {size} MiB），未更改。',
  },
  no_theme: {
    en: 'The theme {theme} was not found or is not a theme file; the colors follow the terminal.',
    zh: '找不到主题 {theme}，或该文件不是主题；颜色跟随终端。',
  },
  status_line_slow: {
    en: 'The status line took longer than {seconds:number} s.',
    zh: '状态栏命令超过了 {seconds} 秒。',
  },
  status_line_not_run: {
    en: 'The status line could not be run: {reason}',
    zh: '无法运行状态栏命令：{reason}',
  },
  status_line_failed: {
    en: 'The status line failed ({code}): {reason}',
    zh: '状态栏命令失败（{code}）：{reason}',
  },
  no_effect: { en: '{file}, which has no effect here', zh: '{file}（在此无效）' },
  overridden: { en: '{file}, but {source} overrides it', zh: '{file}（但被 {source} 覆盖）' },
  remote_off: {
    en: 'Remote control is turned off in settings ("disableRemoteControl").',
    zh: '设置关闭了远程控制（"disableRemoteControl"）。',
  },
  on_server: {
    en: 'This session is on a server already. Run "capstan serve link" there.',
    zh: '此会话已在服务器上。请在那里运行 "capstan serve link"。',
  },
  is_directory: { en: 'it is a directory', zh: '它是目录' },
  too_many_names: { en: 'too many files have that name', zh: '同名文件过多' },
  not_editable: {
    en: "{key} can't be changed here; edit the settings file.",
    zh: '{key} 不能在此更改，请编辑设置文件。',
  },
  not_savable: { en: "{key} can't be saved in a file.", zh: '{key} 无法保存到文件。' },
  not_written: { en: '{path} could not be written: {reason}.', zh: '无法写入 {path}：{reason}。' },
})
