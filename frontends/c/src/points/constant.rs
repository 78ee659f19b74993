//! Which nodes hold constants of the program and nothing else: string literals, and variables that nobody may write.

use super::layout::Layout;
use super::{Analysis, Cell};

/// Says of each node of the layout whether all its blocks are constants. `arguments`: where `argv` is.
pub(super) fn mark(this: &mut Analysis, layout: &mut Layout, arguments: Option<Cell>) {
    let mut constant = vec![false; layout.node_regions.len()];
    for (i, node) in layout.obj_node.iter().enumerate() {
        let Some((node, cell)) = node.zip(this.objs[i]) else { continue };
        let flags = this.graph.flags(cell);
        constant[node] = flags.global && !flags.unset && !flags.foreign;
    }
    for (obj, node) in this.program.objs.iter().zip(&layout.obj_node) {
        if let (Some(node), false) = (node, obj.read_only) {
            constant[*node] = false;
        }
    }
    // What the arguments of the program say comes from outside.
    let argv = arguments.map(|cell| this.graph.find(cell).node);
    let texts: Vec<Cell> = argv.map(|argv| this.graph.links(argv)).unwrap_or_default();
    for i in 0..this.sites.len() {
        let (Some(cell), Some((node, _))) = (this.sites[i], layout.site_node[i]) else { continue };
        let own = this.graph.find(cell).node;
        if texts.iter().any(|text| text.node == own) {
            constant[node] = false;
        }
    }
    layout.constant = constant;
}
