import { area } from '../area.ts'

/** What commands answer that set up Capstan: models, settings, appearance, sign-in. */
export const setupAnswer = area('commands-setup', {
  update_config_usage: {
    en: 'Say what to change: /update-config run prettier after every edit',
    zh: '请说明要改什么：/update-config 每次编辑后运行 prettier',
  },
  nothing_set: { en: 'Nothing is set: all defaults.', zh: '没有更改任何设置：全部为默认值。' },
  config_takes: {
    en: '/config takes key=value, such as theme=dark.',
    zh: '/config 接受 key=value，例如 theme=dark。',
  },
  give_value: {
    en: 'Give {key} a value, or remove it from the settings file.',
    zh: '请为 {key} 指定值，或从设置文件中删除它。',
  },
  set_now: { en: '{key} is now {value} in {file}.', zh: '已在 {file} 中将 {key} 设为 {value}。' },
  set_later: {
    en: '{key} is now {value} in {file}. Takes effect the next time you start Capstan.',
    zh: '已在 {file} 中将 {key} 设为 {value}。下次启动 Capstan 时生效。',
  },
  not_set: { en: '{key} was not set: {why}', zh: '未设置 {key}：{why}' },
  unset: { en: "{key} isn't set; the default applies.", zh: '{key} 未设置，使用默认值。' },
  unset_default: { en: "{key} isn't set; the default is {value}.", zh: '{key} 未设置，默认为 {value}。' },
  value_hidden: { en: '(set; not shown here)', zh: '（已设置，此处不显示）' },
  key_value: { en: '{key} = {value}', zh: '{key} = {value}' },

  same_model: { en: 'Already using {model}.', zh: '已在使用 {model}。' },
  model_switched: { en: 'Switched from {before} to {model}.', zh: '已从 {before} 切换到 {model}。' },
  unknown_model_near: {
    en: 'Warning: Capstan doesn’t know this model, so its context window is assumed and its price unknown. Did you mean {near}?',
    zh: '警告：未收录该模型，上下文窗口取默认值，价格未知。是否指 {near}？',
  },
  unknown_model: {
    en: 'Warning: Capstan doesn’t know this model, so its context window is assumed and its price unknown. Check the name: /model lists the known ones.',
    zh: '警告：未收录该模型，上下文窗口取默认值，价格未知。请检查名称：/model 列出已知模型。',
  },
  model_now: { en: 'The model is {model}.', zh: '当前模型：{model}。' },
  no_profiles_here: { en: 'Profiles are not available here.', zh: '此处无法使用配置档。' },
  profile_not_made: {
    en: 'Profile {name} was not made: it exists, or the name has more than letters, digits, - and _.',
    zh: '未能新建配置档 {name}：已存在，或名称含有字母、数字、- 和 _ 以外的字符。',
  },
  profile_made: {
    en: 'Profile {name} is ready. Its settings: {file}. Sign in with: capstan --profile {name} auth login',
    zh: '配置档 {name} 已建好。设置文件：{file}。登录：capstan --profile {name} auth login',
  },
  no_such_profile: {
    en: 'There is no profile named {name}. Profiles: {names:list}. Make it with /profile create {name}',
    zh: '没有名为 {name} 的配置档。现有：{names:list}。新建：/profile create {name}',
  },
  profile_switch: {
    en: 'A session keeps its profile. To go on with this conversation as {name}, leave and run: capstan --profile {name} --resume {id}',
    zh: '会话不会中途更换配置档。要以 {name} 继续此对话，请退出后运行：capstan --profile {name} --resume {id}',
  },
  profile_none: { en: 'No profile is in use.', zh: '未使用配置档。' },
  profile_current: { en: 'Profile in use: {name}', zh: '当前配置档：{name}' },
  profiles_none: { en: 'Make one with /profile create <name>', zh: '用 /profile create <名称> 新建' },
  profile_how: { en: 'Use one with: capstan --profile <name>', zh: '使用：capstan --profile <名称>' },
  no_advisor: {
    en: 'There is no advisor. Choose a second model that the first may ask: /advisor <model>.',
    zh: '没有顾问。选择主模型可以请教的另一个模型：/advisor <模型>。',
  },
  advisor_now: {
    en: 'The advisor is {advisor}: the model may show it the conversation and ask for advice. /advisor off ends that.',
    zh: '当前顾问：{advisor}。模型可以把对话给它看并征求建议。/advisor off 可停用。',
  },
  advisor_on: {
    en: 'The advisor is {advisor}. Each time the model asks it, it reads the whole conversation, at its own price.',
    zh: '顾问已设为 {advisor}。模型每次请教，它都会按自己的价格读一遍整段对话。',
  },
  advisor_off: { en: 'The advisor is off.', zh: '顾问已停用。' },
  effort_takes: {
    en: '/effort takes {efforts:list} or auto (the default of the model).',
    zh: '/effort 接受 {efforts:list} 或 auto（模型默认值）。',
  },
  effort_now: {
    en: 'The effort is {effort}. It can be {efforts:list} or auto.',
    zh: '思考强度：{effort}。可选：{efforts:list} 或 auto。',
  },
  model_default: { en: "the model's default", zh: '模型默认值' },
  thinking_on: {
    en: 'Thinking is on. Takes effect with your next message.',
    zh: '思考已开启。从下一条消息起生效。',
  },
  thinking_off: {
    en: 'Thinking is off. Takes effect with your next message.',
    zh: '思考已关闭。从下一条消息起生效。',
  },
  fast_on: {
    en: 'Fast mode is on: {model} answers faster and costs more from the next message on.',
    zh: '快速模式已开启：从下一条消息起，{model} 回答更快，价格更高。',
  },
  fast_off: { en: 'Fast mode is off.', zh: '快速模式已关闭。' },

  github_would_write: {
    en: 'This would go to {file}; nothing is written yet. /install-github-app --yes writes it. It needs no app: a job of your repository runs Capstan, reads, and puts the answer into the job summary.',
    zh: '以下内容将写入 {file}，目前尚未写入。/install-github-app --yes 写入。无需安装应用：由仓库的作业运行 Capstan，只读取，回答写入作业摘要。',
  },
  github_exists: {
    en: '{file} is there already; it was left as it is.',
    zh: '{file} 已存在，未作更改。',
  },
  github_written: { en: 'Wrote {file}.', zh: '已写入 {file}。' },
  github_secret: {
    en: 'Give the repository an API key (in its settings under Secrets, or with gh):',
    zh: '为仓库设置 API 密钥（仓库设置的 Secrets，或用 gh）：',
  },
  github_rest: {
    en: 'Then commit and push the file. Pull requests are reviewed from then on, except from forks, which get no secrets; a comment that begins with @capstan is answered if a member wrote it. Change the prompts, the allowed tools and the budget in the file. Another provider: set its key instead, and add --model.',
    zh: '然后提交并推送该文件。此后会审查拉取请求（来自 fork 的除外，它们拿不到密钥）；成员写的以 @capstan 开头的评论会得到回答。提示词、允许的工具和预算可在文件中修改。使用其他提供商：改设它的密钥，并加上 --model。',
  },
  login_elsewhere: {
    en: 'Run "capstan auth login", or start capstan in a terminal and use /login there.',
    zh: '请运行 "capstan auth login"，或在终端中启动 capstan 并使用 /login。',
  },
  logout_elsewhere: {
    en: 'Run "capstan auth logout", or start capstan in a terminal and use /logout there.',
    zh: '请运行 "capstan auth logout"，或在终端中启动 capstan 并使用 /logout。',
  },
  themes: { en: 'Themes: {themes:list}.', zh: '主题：{themes:list}。' },
  theme_now: { en: 'The theme is {theme}. Saved in {file}.', zh: '主题为 {theme}。已保存到 {file}。' },
  style_now: { en: 'The output style is {style}.', zh: '输出风格为 {style}。' },
  no_such_style: {
    en: 'There is no output style named "{style}". You have: {styles:list}.',
    zh: '没有名为“{style}”的输出风格。可选：{styles:list}。',
  },
  style_saved: {
    en: 'New conversations use the output style {style}. Saved in {file}.',
    zh: '新会话使用输出风格 {style}。已保存到 {file}。',
  },
  style_default: {
    en: 'Does the work and briefly says what was done',
    zh: '完成工作，并简要说明做了什么',
  },
  style_proactive: { en: 'Decides for itself instead of asking back', zh: '自行决定，不反问' },
  style_concise: { en: 'Answers in as few words as possible', zh: '回答尽量简短' },
  style_explanatory: { en: 'Explains the choices made while it works', zh: '边做边解释所做的选择' },
  style_learning: { en: 'Leaves pieces for you to write', zh: '留一部分由你来写' },
  keybindings_file: {
    en: 'Custom key bindings go in {file}; changes apply when you save it. For example:',
    zh: '自定义快捷键写在 {file} 中，保存即生效。例如：',
  },
  keybindings_rules: {
    en: "Separate keys of a sequence with a space; null unbinds a key. Ctrl-C and Ctrl-D can't be changed. Type ? at an empty prompt to see the current keys.",
    zh: '组合键用空格分隔；null 取消绑定。Ctrl-C 和 Ctrl-D 不能更改。在空输入框中输入 ? 查看当前按键。',
  },
  terminal_new_line: {
    en: 'New line: Ctrl-J and \\ then Enter work everywhere. Shift-Enter works where the terminal tells it apart: kitty, Ghostty, WezTerm, foot, iTerm2, recent Windows Terminal and Alacritty do so without setup.',
    zh: '换行：Ctrl-J 和 \\ 加 Enter 到处可用。终端能区分时可用 Shift-Enter：kitty、Ghostty、WezTerm、foot、iTerm2、新版 Windows Terminal 和 Alacritty 无需设置。',
  },
  terminal_vs_code: {
    en: 'VS Code, Cursor and others built on it: add to keybindings.json',
    zh: 'VS Code、Cursor 及同类编辑器：在 keybindings.json 中添加',
  },
  terminal_tmux: {
    en: 'tmux: add to ~/.tmux.conf, then run tmux source ~/.tmux.conf',
    zh: 'tmux：在 ~/.tmux.conf 中添加，然后运行 tmux source ~/.tmux.conf',
  },
  terminal_tmux_lines: {
    en: 'The second line makes keys pass, the third notifications, the fourth copying to your clipboard.',
    zh: '第二行让按键传入，第三行让通知传出，第四行让内容复制到剪贴板。',
  },
  terminal_ssh: {
    en: 'Over SSH: copying works where the terminal takes OSC 52. If colors look wrong, choose others with /theme, or set NO_COLOR=1 for none.',
    zh: 'SSH：终端支持 OSC 52 时可以复制。颜色不对时用 /theme 更换，或设 NO_COLOR=1 关闭颜色。',
  },
  terminal_mac: {
    en: 'Option or Alt keys on a Mac: let the terminal send Esc with them ("Use Option as Meta" in Terminal, "Esc+" in iTerm2).',
    zh: 'Mac 上的 Option 或 Alt 键：让终端随之发送 Esc（Terminal 的 "Use Option as Meta"，iTerm2 的 "Esc+"）。',
  },
})
