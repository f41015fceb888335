-- Starts the editor link of claudecode.nvim, and when a session has joined adds a file and a range by its commands.
vim.opt.rtp:prepend(vim.env.CLAUDECODE)
vim.cmd('runtime plugin/claudecode.lua')
local claudecode = require('claudecode')
claudecode.setup({ auto_start = true, track_selection = false, terminal = { provider = 'none' } })
local joined = vim.wait(60000, function() return claudecode.is_claude_connected() end, 20)
if not joined then vim.cmd('cquit') end
vim.cmd('ClaudeCodeAdd sub/note.txt')
vim.cmd('edit sub/other.txt')
vim.cmd('2,3ClaudeCodeSend')
vim.wait(60000, function() return vim.fn.filereadable('seen') == 1 end, 20)
vim.cmd('qall!')
