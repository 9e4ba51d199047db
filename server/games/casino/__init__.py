"""What all table games share: rules keys, wagers, money, meters, coupons, shoe, settle scripts.

Money is integer cents; meters alone are finer. Everything here is pure.
"""
