#!/bin/sh
# Starts lisgd.
. ./common.sh

THRESHOLD="${MY_THRESHOLD:-100}"
NEXT="swaymsg workspace next"
pkill -9 lisgd 2>/dev/null

# The first that fits counts.
exec lisgd "$@" -d "$DEVICE" -t "$THRESHOLD" -T 60 -m 1200 -r 20 -v -s 2 -t far \
	-g '1,DRUL,BR,*,corner' \
	-g '1,LR,B,L,along the bottom' \
	-g '1,LR,L,*,from the left' \
	-g '1,DU,L,*,P,louder' -g '1,UD,L,*,P,quieter' \
	-g "1,DU,B,*,R,keyboard" \
	-g "1,UD,B,*,R,no keyboard" \
	-g "2,UD,T,*,R,$NEXT, now; echo \"\$HOME\" `date`" \
	-g '2,RL,*,*,R,left' \
	-g '2,RL,*,L,R,never' \
	-g '1,LR,N,M,R,a third' \
	-g '1,LR,N,S,R,short' \
	-g '1,UD,TL,*,R,down from the corner' \
	-g '1,ULDR,L,*,P,slantwise' \
	-g '3,LR,an old one' \
	-g '3,RL,*,without a distance' \
	-g '0,LR,x' -g '1,XX,x' -g '1,LR' -g '1,LR,*,*,R, ' \
	-w 1920 -h 1080 > /dev/null 2>&1 -g
EXTRA=$(echo "more")
