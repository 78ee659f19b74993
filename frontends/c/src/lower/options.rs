//! What `getopt` may give, from options that are a literal.
//!
//! ```text
//! c = getopt(n, v, "ab:")   →   c is 'a', 'b', '?' or -1, and optarg is not null if it is 'b'
//! ```

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::types::INT;

use super::Lower;
use super::literals::string_argument;

impl<'a> Lower<'a> {
    /// Takes for granted what the options say of the value that a call of `getopt` gave.
    pub(super) fn known_option(&mut self, name: &str, args: &'a [Node], value: &Expr, span: Span) {
        let (true, Some(options)) = (self.models.uses.options, args.get(2).and_then(string_argument)) else { return };
        let has_long = match name {
            "getopt" => false,
            "getopt_long" => true,
            _ => return,
        };
        let options = options.trim_start_matches('+').trim_end_matches('\0');
        // What stands in front of other orders and `W;` are of libraries.
        if options.contains(['-', ';']) {
            return;
        }
        let letters: Vec<char> = options.chars().collect();
        let is = |n: i64| {
            let n = Expr::int(n, value.ty, span);
            Expr::new(ExprKind::Cmp(CmpOp::Eq, value.clone(), n), INT, span)
        };
        let any = |of: Vec<Expr>| {
            let or = |a, b| Expr::new(ExprKind::Or(a, b), INT, span);
            of.into_iter().reduce(or).unwrap_or_else(|| Expr::int(0, INT, span))
        };
        let plain = letters.iter().filter(|letter| **letter != ':').map(|letter| is(i64::from(*letter as u32)));
        // A missing argument is told apart where that is asked for.
        let missing = options.starts_with(':').then(|| is(i64::from(b':')));
        let others = [-1, i64::from(b'?')].map(is).into_iter().chain(missing);
        // Behind `a::`, it may be missing.
        let has_argument = |at: usize| letters[at] != ':' && letters.get(at + 1) == Some(&':');
        let must_have = |at: &usize| has_argument(*at) && letters.get(at + 2) != Some(&':');
        let with_argument = (0..letters.len()).filter(must_have).map(|at| is(i64::from(letters[at] as u32))).collect();
        // Of long options the table says what they give, and what they have.
        let is_option = any(others.chain(plain).collect());
        let is_option = if has_long { Expr::int(1, INT, span) } else { is_option };
        let given = [is_option, any(with_argument)].map(|e| self.snapshot(e)).to_vec();
        self.call_model("__rmt_option", given, span);
    }
}
