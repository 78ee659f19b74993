// parse: ok
/* a comment /* in a comment */ with // and "quotes */
const $a#b~c.d'e`f^g?h_i: int; // a line comment with /* and "
const _, \procedure, \int, \assert: int;
const 'quoted': int;
/**/ /***/ /*/**/*/ /* ** / */
const #hash, .dot, ?what, `tick, ~tilde, ^hat: int;
const x: int;	const y	: int;
axiom (x==y&&x!=y)||true;
axiom {:x}{:y}{ :z 1 } {
  :blanks "between"
} !x;
axiom 1+1==2&&1-1==0&&(x<y)==(x>y)&&-1<- -1;
axiom m[1:=2]==m[a:=b];
const
  #indented: int;
axiom -x<-y&&a->b<c&&|{A:return !x;}|;
