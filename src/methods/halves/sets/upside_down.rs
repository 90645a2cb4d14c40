//! Pieces upside down: the flip from top to bottom turns a piece into another one with as many
//! solutions.
//!
//! The flip exchanges north and south. So the image of a column set has the columns that the set
//! lacks, without the centre of an odd board, and the norths of one are the souths of the other. A
//! solution and its image have the same weight for the diagonal flip
//! ([`crate::methods::halves::flip`]). The queens that the norths of a piece begin with become
//! given queens of the south.
//!
//! So the image counts the same number by another computation: with other norths in other lists,
//! other tails, other planes. A fault in the code that all kernels share changes the two by
//! different amounts. Ten short units of N = 22 and 23 had 0.9 to 1.9 times as many pairs upside
//! down.

use super::first_queens::{FirstQueens, Given};
use super::{ColumnSet, Piece};
use crate::methods::halves::Shape;

impl ColumnSet {
    /// The image under the flip from top to bottom.
    pub fn upside_down(self, shape: &Shape) -> Self {
        let centre = self.centre.map_or(0, |column| 1 << column);
        Self { columns: shape.row_mask() & !(self.columns | centre), ..self }
    }
}

/// The images of `pieces`, one for each of the first queens that norths of the image begin with.
/// Images with the same norths come one after the other.
pub fn images(shape: &Shape, pieces: impl Iterator<Item = Piece>) -> impl Iterator<Item = Piece> {
    let mut pieces: Vec<Piece> = pieces.collect();
    pieces.sort_by_key(|piece| (piece.set.columns, piece.set.centre));
    let same_set = |a: &Piece, b: &Piece| a.set == b.set;
    let sets: Vec<Vec<Piece>> = pieces.chunk_by(same_set).map(<[Piece]>::to_vec).collect();
    let shape = *shape;
    sets.into_iter().flat_map(move |pieces| {
        let set = pieces[0].set.upside_down(&shape);
        let norths = FirstQueens::every(set.columns, shape.first_queens);
        norths.flat_map(move |north| {
            let image = move |piece: Piece| {
                let south = piece.given.north;
                Piece { set, given: Given { north, south }, ..piece }
            };
            pieces.clone().into_iter().map(image)
        })
    })
}
