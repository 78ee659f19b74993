// parse: ok
// How programs are printed: see print.expect.
type T; type S a=[a]int; datatype D{A(),B(x,y:int,z:bool)}
const unique p,q:T; var g:int; var h:[int]bool;
function {:inline} f(x:int):int{x+(1*2)-(3-4)}
function long(x: int, y: int): bool { (forall i: int, j: int :: { h[i], h[j] } i < j ==> (exists k: int :: i <= k && k < j && (h[k] <==> x == y))) }
axiom ((a&&b)||(c&&d))==>((e==>f)==>g);
axiom (if a then b else c)&&(x:int)<(y:int);
procedure{:entrypoint}main(a,b:int,c:bool)returns(r:int)requires a>0;modifies g,h;
{var i,j:int;var k:bool;
i:=0;while(i<10)invariant i>=0;{i:=i+1;if(i==5){break;}else if(*){h[i]:=true;}else{L:goto L,#M;}
#M:assert{:sourcefile "a.c"}{:sourceline 3}i>0;}
call r:=other(i,j);#N: return;}
procedure other(x:int,y:int)returns(z:int);ensures z==x+y;free ensures true;
