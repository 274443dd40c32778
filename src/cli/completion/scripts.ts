/** What a shell reads to complete our words. Each asks `hookwright complete`, so that it never knows less than the program. */
export const scripts: Readonly<Record<string, string>> = {
  bash: `# hookwright completion for bash. In ~/.bashrc:  source <(hookwright completion bash)
_hookwright() {
  local whole=\${COMP_LINE:0:COMP_POINT} part=\${COMP_WORDS[COMP_CWORD]} done word rest
  local -a words
  read -ra words <<<"$whole"
  case $whole in *[[:space:]]) words+=('') ;; esac
  # bash also cuts words at = and :, and wants back only what follows the cut.
  case $part in = | :) part='' ;; esac
  done=\${words[\${#words[@]} - 1]}
  done=\${done%"$part"}
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    case $word in
      :files | :folders)
        compopt -o filenames 2>/dev/null
        while IFS= read -r rest; do COMPREPLY+=("$rest"); done \\
          < <(if [ "$word" = :files ]; then compgen -f -- "$part"; else compgen -d -- "$part"; fi)
        ;;
      *)
        word=\${word#"$done"}
        COMPREPLY+=("$(printf %q "$word")")
        ;;
    esac
  done < <(hookwright complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _hookwright hookwright
`,
  zsh: `#compdef hookwright
# hookwright completion for zsh. In ~/.zshrc, after compinit:  source <(hookwright completion zsh)
_hookwright() {
  local -a found
  local line word
  for line in "\${(@f)$(hookwright complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word=\${line%%$'\\t'*}
    case $word in
      :files) _files ;;
      :folders) _files -/ ;;
      ?*) found+=("\${word//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( $#found )) && _describe hookwright found
}
if [[ \${funcstack[1]} == _hookwright ]]; then _hookwright "$@"; else compdef _hookwright hookwright; fi
`,
  fish: `# hookwright completion for fish:  hookwright completion fish > ~/.config/fish/completions/hookwright.fish
function __hookwright_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (hookwright complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files*'
                __fish_complete_path (commandline -ct)
            case ':folders*'
                __fish_complete_directories (commandline -ct)
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c hookwright -f -a '(__hookwright_complete)'
`,
  powershell: `# hookwright completion for PowerShell. In $PROFILE:  hookwright completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hookwright -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    # PowerShell passes no empty words to programs.
    $blank = if ($wordToComplete -eq '') { @('--blank') } else { @() }
    hookwright complete @blank '--' @words 2>$null | ForEach-Object {
        $word, $help = $_ -split "\`t", 2
        if ($word -eq ':files' -or $word -eq ':folders') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        } else {
            $shown = if ($help) { $help } else { $word }
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $shown)
        }
    }
}
`,
}
