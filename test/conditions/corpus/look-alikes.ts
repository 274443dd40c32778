/** Lines that name the marker as data (B18): a guard on it does not run, and bash does not run it. */
export const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  quoting: ['echo qmark', 'echo "qmark --flag x"', "echo 'qmark --flag x'", "printf '%s\\n' qmark", 'echo a qmark b', 'echo "a; qmark x"', "echo 'a && qmark x'", 'echo \\; qmark'],
  comments: ['ls # qmark --flag x', '# qmark x', 'true # ; qmark x', ': # it is $(qmark x)', 'echo a #\r qmark x'],
  'here-documents': ['cat <<E\nqmark --flag x\nE', "cat <<'E'\n$(qmark x)\nE", 'cat <<E > o\nqmark x\nE', 'cat <<-E\n\tqmark x\n\tE', "cat <<< 'qmark x'", 'cat <<E\n\\$(qmark x)\nE', 'cat <<E\nE\r\nqmark x\nE'],
  searching: ['grep qmark data', 'grep -r "qmark --flag"', "grep -n 'qmark x' data", 'cat data | grep qmark', 'grep -c qmark < data'],
  'git messages': ['git commit -m "qmark x"', "git commit -m 'run qmark --flag x'", 'git log --grep=qmark', 'git add qmark', 'git diff qmark', 'git branch qmark'],
  'file names': ['cat qmark', 'ls bin/qmark', 'ls -l qmark', 'cat docs/qmark.md', 'head -n 3 qmark', 'wc -l qmark', 'mkdir -p qmark', 'touch qmark', 'cd qmark', 'cp data qmark', 'mv data qmark'],
  variables: ['X=qmark', 'export NAME=qmark', 'X="qmark --flag x"', 'declare X=qmark', 'X=(qmark x)', 'X=qmark; echo a'],
  tests: ['[ a = qmark ]', '[[ a == qmark ]]', 'test a = qmark', 'case a in qmark) ;; esac', '[[ qmark =~ a ]]', '[ -f qmark ]'],
  'other names': ['qmarks x', 'qmark2 x', 'aqmark x', './qmark.sh', 'q-mark x', 'Qmark x', 'qmark.exe', 'echo qmark-x'],
  wrappers: ['sudo ls qmark', 'timeout 5 cat qmark', 'env A=qmark ls', 'nice -n 5 echo qmark', 'xargs -n 1 echo qmark < data', 'find . -name qmark', 'nohup echo qmark', 'find . -exec echo qmark \\;'],
  carriers: ["bash -c 'echo qmark'", 'eval echo qmark', "sh -c 'cat qmark'", "trap 'echo qmark' EXIT", "bash -c 'ls # qmark x'", 'bash <<E\necho qmark\nE', 'bash other.sh qmark'],
  questions: ['command -v qmark', 'command -V qmark', 'which qmark', 'type qmark', 'hash', 'test -x bin/qmark'],
  interpreters: ["python3 -c 'print(1)'", "node -e '1'", 'python3 other.py qmark', "perl -ne 'print' data", "awk '{print $1}' data", "awk '/qmark/' data", "sed 's/qmark/x/' data", "sed -n '/qmark/p' data"],
  substitutions: ['echo $(echo qmark)', 'X=$(cat qmark)', 'echo "$(grep qmark data)"', 'echo `ls qmark`', 'echo $((1 + 1)) qmark', 'echo ${X:-qmark}'],
}
