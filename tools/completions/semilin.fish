# fish: `semilin completion` prints what may come next, or FILE.
function __semilin_words
    set -l lines (semilin completion (commandline -cp) 2>/dev/null)
    if test "$lines" = FILE
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $lines
    end
end
complete -c semilin -f -a '(__semilin_words)'
