gestures="-x"
set -- -g "3,DU,*,*,R,up" -g '4,LR,T,*,R,top'
lisgd -o 1 -w 1920 -h 1080 -g '2,UD,TR,*,R,from a corner' "$@"
